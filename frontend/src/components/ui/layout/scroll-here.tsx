import { type ReactNode, useEffect, useRef } from 'react';

const HEADER_PX = 68;

/** Brings what has just opened into view, below the sticky header. Give it a key that says what is open. */
export function ScrollHere({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise here, which React would take for a clean-up.
    void box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={box} style={{ scrollMarginTop: HEADER_PX, minHeight: '40vh' }}>
      {children}
    </div>
  );
}
