/**
 * Whether what a program says it runs is the model that it was told to run. People write `sonnet` or
 * `provider/model` where programs say `claude-sonnet-5` or `model`.
 */
export function isPinnedModel(pinned: string, told: string): boolean {
  const [wanted, given] = [plain(pinned), plain(told)]
  if (wanted === given || lastPart(wanted) === lastPart(given)) return true
  return new RegExp(`(^|[-/:._])${wanted.replaceAll(/[^a-z0-9]/g, String.raw`\$&`)}($|[-/:._])`).test(given)
}

/** A model's name may come with how hard it is to think: `gpt-5.5[high]`, `sonnet[1m]`. */
function plain(model: string): string {
  return model
    .trim()
    .toLowerCase()
    .replace(/\[[^\]]*\]$/, '')
}

function lastPart(model: string): string {
  return model.split(/[/:]/).at(-1) ?? model
}
