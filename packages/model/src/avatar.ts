/** A member's avatar: initials on a colour. Nothing is fetched for it, from us or anybody else. */
export interface Avatar {
  readonly avatarKey: string
  readonly avatarBgColor: string
  readonly avatarFontColor: string
}

/** White has a contrast of at least 4.5 to 1 on each of them. */
const backgrounds = [
  '#2f6f4e',
  '#3358c4',
  '#7a4bc7',
  '#b3394b',
  '#8a6308',
  '#1b6f7a',
  '#a8418a',
  '#495057',
  '#9c4a1a',
  '#5a6e1f',
  '#0f6aa3',
  '#6b4f3f',
] as const

interface Person {
  readonly id: string
  readonly displayName: string | null
  readonly email: string | null
}

/** The same for a person everywhere: the colour comes from their id, the initials from their name. */
export const avatarOf = ({ id, displayName, email }: Person): Avatar => ({
  avatarKey: initialsOf(displayName?.trim() || email?.split('@')[0] || ''),
  avatarBgColor: backgrounds[hashOf(id) % backgrounds.length] ?? backgrounds[0],
  avatarFontColor: '#ffffff',
})

/** The first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== '')
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?'
}

/** FNV-1a: spreads similar ids evenly. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}
