/** Where the docs explain what the pages name: a page, and the anchor of a section. A test compares them with docs/. */
export const DOCS_TOPICS = {
  advice: 'advice',
  agents: 'agents#start-one',
  ceiling: 'guide#find-the-ceiling',
  ci: 'ci',
  commandLine: 'command-line',
  compare: 'compare',
  dirtyHosts: 'hosts#clean-applied-dirty',
  droppedMessages: 'agents#who-may-send-jobs',
  effects: 'guide#read-a-grid',
  findings: 'validity',
  hosts: 'hosts',
  import: 'import',
  knobs: 'knobs',
  loadTools: 'load-tools',
  nginxDirectives: 'nginx-directives',
  pairs: 'compare#how-pairs-are-made',
  recipes: 'recipes',
  reproduce: 'notebook#reproduce',
  retest: 'guide#test-the-winner-again',
  rounds: 'guide#how-many-rounds',
  search: 'notebook#search',
  share: 'share',
  sweep: 'guide#sweep-connections',
  verdicts: 'statistics#the-four-verdicts',
} as const;

export type DocsTopic = keyof typeof DOCS_TOPICS;
