/**
 * Lets a click that leads elsewhere be the only one of a double click: the second was meant for the same button,
 * and not for what comes under the pointer instead of it.
 */
export function dropSecondClick(): void {
  const drop = (event: MouseEvent) => {
    if (event.detail < 2) return window.removeEventListener('click', drop, true);
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', drop, true);
}
