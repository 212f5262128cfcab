/** Style sheets that are added while the page runs carry it, or the server's policy refuses them. Empty in tests. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

declare global {
  var __webpack_nonce__: string | undefined;
}

/** Where get-nonce looks, which Mantine's dialogs lock the page's scrolling with. */
globalThis.__webpack_nonce__ = nonce;
