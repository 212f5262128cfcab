import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The dashboard's colours by variable, so that light and dark follow without rebuilding the editor. */
export const editorTheme = (minHeight: number) =>
  EditorView.theme({
    '&': {
      minHeight: `${minHeight}px`,
      maxHeight: '70vh',
      fontSize: '0.8125rem',
      backgroundColor: 'var(--dyno-surface)',
      color: 'var(--dyno-ink)',
      border: '1px solid var(--dyno-border)',
      borderRadius: '8px',
      overflow: 'hidden',
    },
    '&.cm-focused': { outline: '2px solid var(--dyno-accent)', outlineOffset: '-1px' },
    '.cm-scroller': {
      fontVariantLigatures: 'none',
      fontFamily: 'var(--mantine-font-family-monospace)',
      lineHeight: '1.6',
      overflow: 'auto',
    },
    '.cm-content': { caretColor: 'var(--dyno-ink)' },
    '.cm-cursor': { borderLeftColor: 'var(--dyno-ink)' },
    '.cm-gutters': { backgroundColor: 'var(--dyno-sunken)', color: 'var(--dyno-dimmed)', border: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': {
      backgroundColor: 'color-mix(in srgb, var(--dyno-accent) 7%, transparent)',
    },
    '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
      backgroundColor: 'color-mix(in srgb, var(--dyno-accent) 25%, transparent) !important',
    },
    '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--dyno-better-soft) !important' },
    '.cm-changedText, .cm-insertedLine .cm-changedText': { background: 'none' },
    '.cm-deletedChunk': { backgroundColor: 'var(--dyno-worse-soft)', paddingLeft: '6px' },
    '.cm-deletedText': { background: 'none' },
    '.cm-collapsedLines': { background: 'var(--dyno-sunken)', color: 'var(--dyno-dimmed)' },
    '.cm-tooltip': {
      backgroundColor: 'var(--dyno-surface)',
      color: 'var(--dyno-ink)',
      border: '1px solid var(--dyno-border)',
    },
  });

export const highlighting = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.atom, tags.definition(tags.propertyName), tags.propertyName],
    color: 'var(--dyno-accent)',
  },
  { tag: [tags.comment, tags.meta], color: 'var(--dyno-dimmed)' },
  { tag: [tags.number, tags.bool], color: 'var(--dyno-hot-ink)' },
  { tag: tags.string, color: 'var(--dyno-ink)' },
]);
