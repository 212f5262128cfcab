/** A sentence with what stands between backticks in fixed width. */
export function Coded({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className="dyno-mono">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
