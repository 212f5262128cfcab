import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { nginx } from '@codemirror/legacy-modes/mode/nginx';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';

import { nonce } from '@/components/ui/nonce';

import { editorTheme, highlighting } from './code-mirror-theme';

interface EditorProblem {
  /** Counted from 1. */
  line: number;
  message: string;
}

export interface EditorProps {
  value: string;
  language: 'yaml' | 'nginx';
  /** What is edited, for screen readers. */
  label: string;
  /** Absent: read only. */
  onChange?: (value: string) => void;
  problems?: EditorProblem[];
  minHeight?: number;
  /** Where to write next, counted from 1: brought into view, with the focus. */
  caret?: { line?: number; column?: number };
}

const LANGUAGES = { yaml: yaml(), nginx: StreamLanguage.define(nginx) };

function extensions(
  { language, label, onChange, minHeight = 240 }: EditorProps,
  handleText: (text: string) => void,
): Extension[] {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    lintGutter(),
    keymap.of([...defaultKeymap, ...historyKeymap, ...(onChange ? [indentWithTab] : [])]),
    LANGUAGES[language],
    syntaxHighlighting(highlighting),
    EditorView.cspNonce.of(nonce),
    editorTheme(minHeight),
    EditorState.readOnly.of(!onChange),
    EditorView.contentAttributes.of({
      'aria-label': label,
      tabindex: '0',
      ...(onChange && { 'aria-description': 'Tab indents; Esc, then Tab leaves.' }),
    }),
    EditorView.updateListener.of((update) => update.docChanged && handleText(update.state.doc.toString())),
  ];
}

function diagnostics(state: EditorState, problems: EditorProblem[]): Diagnostic[] {
  return problems.map(({ line, message }) => {
    const at = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
    return { from: at.from, to: at.to, severity: 'error', message };
  });
}

/** The editor itself; use CodeEditor, which loads it on demand. */
export default function CodeMirror(props: EditorProps) {
  const { value, language, onChange, problems, minHeight, label, caret } = props;
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const editable = Boolean(onChange);

  useEffect(() => {
    if (!box.current) return;
    const current = latest.current;
    const editor = new EditorView({
      doc: current.value,
      extensions: extensions(current, (text) => latest.current.onChange?.(text)),
      parent: box.current,
    });
    view.current = editor;
    // Lines measured before the font is there have the wrong height.
    void document.fonts?.ready.then(() => editor.requestMeasure());
    return () => editor.destroy();
  }, [language, minHeight, label, editable]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (editor) editor.dispatch(setDiagnostics(editor.state, diagnostics(editor.state, problems ?? [])));
  }, [problems, value]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !caret?.line) return;
    const line = editor.state.doc.line(Math.min(caret.line, editor.state.doc.lines));
    const at = Math.min(line.from + (caret.column ?? 1) - 1, line.to);
    editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    editor.focus();
  }, [caret]);

  return <div ref={box} />;
}
