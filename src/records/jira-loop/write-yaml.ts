import { Document } from 'yaml'

/** One form for all files: no wrapped lines, no anchors. */
export function writeYaml(value: object): string {
  return new Document(value, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 })
}
