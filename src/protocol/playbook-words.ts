/** What a line about a run says of its process, before anything else; nothing of the one that most runs follow. */
export function playbookWords(playbook: string): string {
  return playbook === 'standard' || playbook === '' ? '' : `${playbook}: `
}
