import { countInWords, hitCount, type Impact } from './graph.ts'

type Called = Impact['onCall'][number]

export interface Reachable {
  readonly id: string
  readonly contacts?: readonly { readonly type: string; readonly value: string }[] | undefined
}

/** Whom to call, as Markdown for a chat or an incident: who is on call, for what, and which teams have nobody. */
export function callList(impact: Impact, members: readonly Reachable[], at: Date): string {
  const { of, onCall, entities, teams, counts, leftOut } = impact
  const affected = [of, ...entities]
  const contactsOf = ({ userUid }: Called) =>
    members.find(({ id }) => id === userUid)?.contacts?.map(({ type, value }) => `${type} ${plain(value)}`) ??
    []
  const isCalledBy = (person: Called) => (node: (typeof affected)[number]) =>
    node.onCall !== null &&
    (node.onCall.userUid ?? node.onCall.userEmail ?? node.onCall.userName) ===
      (person.userUid ?? person.userEmail ?? person.userName)
  const people = onCall
    .toSorted((a, b) => b.entities - a.entities)
    .map((person) => {
      const ways = [...(person.userEmail ? [plain(person.userEmail)] : []), ...contactsOf(person)]
      return `- **${plain(person.userName)}** (${ways.join(', ') || 'no contact known'}): ${namesOf(affected.filter(isCalledBy(person)))}`
    })
  const uncalled = teams.filter(({ id }) =>
    affected.every((node) => node.ownerTeamId !== id || node.onCall === null),
  )
  const unowned = affected.filter((node) => node.ownerTeamId === null && node.onCall === null)
  return [
    `## If ${plain(of.name)} fails`,
    '',
    `As of ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC: ${countInWords(hitCount(impact))} affected, ${counts.hard.toLocaleString()} hard and ${counts.soft.toLocaleString()} soft.`,
    ...(counts.further > 0
      ? [`${counts.further.toLocaleString()} more are further away than was asked for.`]
      : []),
    ...(leftOut > 0 ? [`Only for the nearest ${entities.length.toLocaleString()}.`] : []),
    '',
    '### On call now',
    '',
    ...(people.length > 0 ? people : ['Nobody is on call for them.']),
    ...section(
      'Teams without anybody on call',
      uncalled.map(({ name, entities: own }) => `- ${plain(name)}: ${own} affected`),
    ),
    ...section('Without an owner and anybody on call', unowned.length > 0 ? [`- ${namesOf(unowned)}`] : []),
    '',
  ].join('\n')
}

const most = 12

function namesOf(nodes: readonly { readonly name: string }[]): string {
  const names = nodes.slice(0, most).map(({ name }) => plain(name))
  return nodes.length > most ? `${names.join(', ')} and ${nodes.length - most} more` : names.join(', ')
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? ['', `### ${title}`, '', ...lines] : []

/** A name that looks like Markdown stays the name that it is. */
const plain = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|]/g, '\\$&').replaceAll(/\s+/g, ' ')
