// The API's reference, in the colours that the reader has chosen for the dashboard.
(() => {
  const root = document.documentElement;
  root.classList.toggle('dark-mode', root.classList.contains('dark'));
  window.SwaggerUIBundle({
    url: '/api/v1/openapi.json',
    dom_id: '#api',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    validatorUrl: null,
  });
})();
