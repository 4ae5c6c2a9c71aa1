/** `id, name or keyword`. By hand: the runtime's own list formats take too long to load. */
export const either = (names: readonly string[]): string => joined(names, 'or')

/** `scope, target_id and provider_name` */
export const all = (names: readonly string[]): string => joined(names, 'and')

const joined = (names: readonly string[], word: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`
