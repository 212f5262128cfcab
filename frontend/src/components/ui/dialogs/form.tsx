import { type ReactNode, useRef } from 'react';

interface FormProps {
  /** A refusal is for the caller to show: mutations keep theirs as `error`. */
  onSubmit: () => Promise<unknown>;
  children: ReactNode;
}

/** A form whose page stays when it is sent. */
export function Form({ onSubmit, children }: FormProps) {
  const isSent = useRef(false); // a second click may come before the button shows the first
  const submit = async () => {
    if (isSent.current) return;
    isSent.current = true;
    await onSubmit().catch(() => undefined);
    isSent.current = false;
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
    </form>
  );
}
