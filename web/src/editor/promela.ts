/** Colours for Promela, and for its dialects with actors (.apml) and specifications (.pch). */
import {
  HighlightStyle,
  indentService,
  LanguageSupport,
  StreamLanguage,
  type StringStream,
  syntaxHighlighting,
} from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = (text: string) => new Set(text.split(" "));
const CONTROL = words("if fi do od for select unless atomic d_step else break goto return skip timeout run assert expire set reset");
const DECLARING = words(
  "proctype active init inline ltl never trace notrace typedef mtype chan hidden show local of priority provided " +
    "xr xs in D_proctype bit bool byte pid short int unsigned timer",
);
const ACTORS = words("actortype actor method create main var restrain this self");
/** Words of actor models that are names elsewhere: what follows tells. */
const WORDS_BY_PLACE: [Set<string>, RegExp][] = [
  [words("enum function hot monitor network state struct test"), /^\s+[A-Za-z_]/],
  [words("on observes expects with defer ignore"), /^(?:\s+[A-Za-z_]|\s*\()/],
  [words("entry exit"), /^\s*\{/],
  [words("after"), /^\s*\(/],
  [words("stop"), /^\s*(?:$|;|->|\}|\/|::|fi\b|od\b)/],
];
const SPECIFICATIONS = words("open from to external c_state c_track c_code c_decl c_expr");
const FUNCTIONS = words("len full nfull empty nempty enabled eval printf printm pc_value get_priority set_priority");
const CONSTANTS = words("true false _ _pid _nr_pr _last _priority np_");
const FORMULAS = words("always eventually until weakuntil stronguntil implies equivalent release next");

interface Reading {
  inComment: boolean;
}

function comment(stream: StringStream, state: Reading): string {
  state.inComment = !stream.skipTo("*/");
  if (state.inComment) stream.skipToEnd();
  else stream.match("*/");
  return "blockComment";
}

function word(text: string, dialect: Set<string>, behind: string): string | null {
  if (CONTROL.has(text)) return "controlKeyword";
  if (DECLARING.has(text)) return "typeName";
  if (dialect.has(text)) return "definitionKeyword";
  if (dialect === ACTORS) {
    if (text === "nobody") return "atom";
    if (WORDS_BY_PLACE.some(([all, follows]) => all.has(text) && follows.test(behind))) return "definitionKeyword";
  }
  if (FUNCTIONS.has(text)) return "standard";
  if (CONSTANTS.has(text)) return "atom";
  if (FORMULAS.has(text)) return "operatorKeyword";
  return null;
}

function token(stream: StringStream, state: Reading, dialect: Set<string>): string | null {
  if (state.inComment) return comment(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match("/*")) return comment(stream, state);
  if (stream.match("//")) return stream.skipToEnd(), "lineComment";
  if (stream.match(/^#\s*\w+/)) return "meta";
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)'/)) return "string";
  if (stream.match(/^\d+/)) return "number";
  const leads = !stream.string.slice(0, stream.start).trim();
  if (leads && stream.match(/^[A-Za-z_]\w*(?=\s*:(?!:))/)) return "labelName";
  const name = stream.match(/^[A-Za-z_]\w*/) as RegExpMatchArray | null;
  if (name) return word(name[0], dialect, stream.string.slice(stream.pos));
  if (stream.match(/^(?:->|::|<-|!!|\?\?|[!?])/)) return "controlOperator";
  if (stream.match(/^(?:\[\]|<>|&&|\|\||[-+*/%<>=&|^~]+)/)) return "operator";
  stream.next();
  return null;
}

const COLOURS = HighlightStyle.define([
  { tag: tags.controlKeyword, color: "var(--code-word)", fontWeight: "600" },
  { tag: tags.controlOperator, color: "var(--accent-ink)", fontWeight: "600" },
  { tag: [tags.typeName, tags.definitionKeyword], color: "var(--code-type)" },
  { tag: [tags.standard(tags.name), tags.operatorKeyword], color: "var(--code-word)" },
  { tag: [tags.number, tags.atom], color: "var(--code-number)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.labelName, color: "var(--code-label)", fontStyle: "italic" },
  { tag: tags.meta, color: "var(--code-meta)" },
  { tag: [tags.blockComment, tags.lineComment], color: "var(--code-comment)" },
]);

const TABLE = { standard: tags.standard(tags.name) };

/** The language of a file, by the ending of its name. */
export function promela(file: string): LanguageSupport {
  const dialect = file.endsWith(".apml") ? ACTORS : file.endsWith(".pch") ? SPECIFICATIONS : words("");
  const language = StreamLanguage.define<Reading>({
    name: "promela",
    startState: () => ({ inComment: false }),
    token: (stream, state) => token(stream, state, dialect),
    tokenTable: TABLE,
    languageData: {
      commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
      indentOnInput: /^\s*(?:\}|od|fi|::)$/,
    },
  });
  return new LanguageSupport(language, [syntaxHighlighting(COLOURS), indentation]);
}

/** One step further after what opens a block, one back for what closes it. */
const indentation = indentService.of((context, at) => {
  const line = context.state.doc.lineAt(at);
  if (line.number === 1) return null;
  const before = context.lineAt(line.from - 1, -1).text;
  const column = before.length - before.trimStart().length;
  const opens = /(?:\{|->|\bdo|\bif|\w:)\s*$/.test(before);
  const closes = /^\s*(?:\}|od\b|fi\b)/.test(context.textAfterPos(at));
  return Math.max(0, column + (opens ? context.unit : 0) - (closes ? context.unit : 0));
});
