import type { ReactNode } from 'react';

/** A form whose page stays when it is sent. */
export const Form = ({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);
