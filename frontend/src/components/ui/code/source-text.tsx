import { Anchor } from '@mantine/core';

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/;

/** Where figures come from: a sentence, in which addresses are links. */
export function SourceText({ source }: { source: string }) {
  return source.split(ADDRESS).map((part, i) =>
    i % 2 === 1 ? (
      <Anchor
        key={i}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow"
        inherit
        underline="always"
      >
        {part}
      </Anchor>
    ) : (
      part
    ),
  );
}
