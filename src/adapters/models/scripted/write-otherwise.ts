/** A file written by a shell command, for agents that have nothing else. */
export function shellWrite(path: string, text: string): string {
  const folder = path.split('/').slice(0, -1).join('/')
  const make = folder === '' ? '' : `mkdir -p ${quote(folder)} && `
  return `${make}printf %s ${quote(text)} > ${quote(path)}`
}

/** A file written by a patch, in the words of Codex's apply_patch. */
export function patchOf(path: string, text: string): string {
  const lines = text.replace(/\n$/, '').split('\n')
  return `*** Begin Patch\n*** Add File: ${path}\n${lines.map((line) => `+${line}\n`).join('')}*** End Patch\n`
}

/** A command run by JavaScript, for Codex's tool of that kind. */
export function scriptOf(command: string): string {
  return `text(JSON.stringify(await tools.exec_command({ cmd: ${JSON.stringify(command)} })))`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
