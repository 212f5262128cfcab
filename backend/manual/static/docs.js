// What needs a script: a button to copy each example, and the switch of colours. Everything else works without.
(() => {
  for (const pre of document.querySelectorAll('article pre')) {
    if (!navigator.clipboard) break;
    const box = document.createElement('div');
    box.className = 'code';
    pre.replaceWith(box);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    box.append(pre, button);
  }

  const root = document.documentElement;
  const scheme = document.querySelector('.scheme');
  const other = () => (root.getAttribute('data-mantine-color-scheme') === 'dark' ? 'light' : 'dark');
  const show = () => {
    scheme.textContent = other() === 'dark' ? 'Dark' : 'Light';
    scheme.setAttribute('aria-label', `Use the ${other()} colours`);
  };
  scheme.addEventListener('click', () => {
    const next = other();
    root.setAttribute('data-mantine-color-scheme', next);
    try {
      // the key that the dashboard uses, so that one choice holds for both
      localStorage.setItem('mantine-color-scheme-value', next);
    } catch {
      // Storage is off: the choice holds for this page.
    }
    show();
  });
  scheme.hidden = false;
  show();
})();
