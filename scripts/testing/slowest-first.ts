/**
 * The files that take longest, in that order, as the end of a run prints them. They begin first, so that no
 * long one is left to run alone at the end; where the order is not quite right, only time is lost.
 */
export const slowFiles: readonly string[] = [
  'test/crash/crash.test.ts',
  'test/terraform/resources.test.ts',
  'test/browser/axe.test.ts',
  'packages/server/src/http/conformance/patch.test.ts',
  'packages/server/src/http/conformance/protocol.test.ts',
  'packages/server/src/http/conformance/records.test.ts',
  'packages/server/src/http/authorization.test.ts',
]

export function slowestFirst(files: readonly string[]): readonly string[] {
  const slow = slowFiles.filter((file) => files.includes(file))
  return [...slow, ...files.filter((file) => !slow.includes(file)).toSorted()]
}
