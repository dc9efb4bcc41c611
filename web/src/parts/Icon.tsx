/** Small pictures on buttons; what they mean is said in words beside them. */
const SHAPES = {
  back: "M11 3 5 8l6 5V3Z",
  step: "M5 3l6 5-6 5V3Z",
  play: "M3 3l6 5-6 5V3Zm6 0 6 5-6 5V3Z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  reset: "M4 3h2v10H4zM13 3v10L7 8l6-5Z",
  enlarge: "M2 2h5v2H4v3H2V2Zm7 0h5v5h-2V4H9V2ZM2 9h2v3h3v2H2V9Zm10 0h2v5H9v-2h3V9Z",
  close: "m4 3 4 4 4-4 1 1-4 4 4 4-1 1-4-4-4 4-1-1 4-4-4-4 1-1Z",
  export: "M7 2h2v6h2l-3 3.5L5 8h2V2ZM3 12h10v2H3v-2Z",
  share: "M11 2l4 4-4 4V7.500C7 7.5 4.5 9 3 12c.3-4.5 3-7 8-7.400V2Z",
  sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6Zm-.7-4h1.400v2.500H7.300V1Zm0 11.500h1.400V15H7.300v-2.500ZM1 7.300h2.500v1.400H1V7.300Zm11.5 0H15v1.400h-2.500V7.300ZM3.5 2.500l1.8 1.8-1 1-1.8-1.8 1-1Zm8.2 8.2 1.8 1.8-1 1-1.8-1.8 1-1Zm1.8-7.2-1.8 1.8-1-1 1.8-1.8 1 1ZM5.3 11.700l-1.8 1.8-1-1 1.8-1.8 1 1Z",
  moon: "M6.5 1.500A6.5 6.5 0 1 0 14.5 9.5 5.5 5.5 0 0 1 6.5 1.500Z",
  more: "M2 7h3v3H2zM6.5 7h3v3h-3zM11 7h3v3h-3z",
  down: "m3 5 5 5 5-5v2l-5 5-5-5V5Z",
} as const;

export function Icon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}
