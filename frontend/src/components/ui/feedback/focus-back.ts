import { useEffect, useState } from 'react';

/** Where a dialog is only drawn while it is open: its end gives the focus back to what opened it. */
export function useFocusBack(): void {
  const [opener] = useState(openerOf);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus({ preventScroll: true }));
    },
    [opener],
  );
}

/** What has the focus; of a menu's item, which is gone by then, the menu's button. */
function openerOf(): Element | null {
  const focus = document.activeElement;
  const menu = focus?.closest('[role="menu"]');
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? focus;
}
