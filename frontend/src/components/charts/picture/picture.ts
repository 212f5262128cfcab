import { compose, type Imprint } from './compose';
import { draw } from './draw';
import { embeddedFonts } from './fonts';

/** A canvas takes no more on one side. */
const MAX_PX = 16_000;

/** The part of the page as a file of its own: vectors, texts as texts, nothing that a viewer has to fetch. */
export function svgOf(root: HTMLElement, imprint: Imprint): Blob {
  return new Blob([textOf(compose(root, imprint))], { type: 'image/svg+xml' });
}

/** The same drawing in pixels, at twice the screen's resolution, in the page's own fonts. */
export async function pngOf(root: HTMLElement, imprint: Imprint): Promise<Blob> {
  const drawing = compose(root, imprint);
  drawing.prepend(draw('style', {}, await embeddedFonts()));
  const [width, height] = [Number(drawing.getAttribute('width')), Number(drawing.getAttribute('height'))];
  const scale = Math.min(2, MAX_PX / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const image = await loadImage(new Blob([textOf(drawing)], { type: 'image/svg+xml' }));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
      'image/png',
    );
  });
}

const textOf = (drawing: SVGSVGElement) => new XMLSerializer().serializeToString(drawing);

async function loadImage(blob: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
