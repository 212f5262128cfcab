import { Tooltip } from '@mantine/core';
import { type HTMLAttributes, type ReactNode, useId, useRef, useState } from 'react';

interface HintProps extends HTMLAttributes<HTMLSpanElement> {
  label: ReactNode;
  'data-tone'?: string;
  children: ReactNode;
}

/** Explains what it holds on hover, focus and touch. The tooltip is made when it is first shown: hundreds of hints cost nothing. */
export function Hint({ label, children, ...rest }: HintProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const hide = () => setOpen(false);
  return (
    <>
      <span
        ref={ref}
        tabIndex={0}
        aria-describedby={open ? id : undefined}
        onMouseEnter={show}
        onMouseLeave={hide}
        onFocus={show}
        onBlur={hide}
        onTouchStart={show}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
        {...rest}
      >
        {children}
      </span>
      {open && <Tooltip target={ref} opened label={label} id={id} />}
    </>
  );
}
