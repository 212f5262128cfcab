// Sets the colour scheme before the first paint; a file of its own because the CSP allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is off: follow the system.
  }
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  document.documentElement.classList.toggle('dark', scheme === 'dark'); // of the docs site
})();
