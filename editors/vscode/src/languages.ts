// The languages that Penstock reads.

export const LANGUAGES = ["promela", "promela-actors", "promela-specification"];

export const SELECTOR = LANGUAGES.map((language) => ({ language, scheme: "file" }));

export function isModel(language: string | undefined): boolean {
    return language !== undefined && LANGUAGES.includes(language);
}
