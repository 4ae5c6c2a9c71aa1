import { textAt } from '../../json-value.ts'
import { type Component, parameterOf, propertiesOf, type Property, propertyOf, textOf } from './jcal.ts'

export interface Person {
  readonly name: string | null
  readonly email: string | null
}

/**
 * The person an entry is about: the first attendee who has not declined; else its title, which may contain an
 * address; else its organiser. Undefined if it names nobody.
 */
export function personIn(event: Component): Person | undefined {
  const invited = propertiesOf(event, 'attendee').filter(isPerson).map(personOf)
  const attendee = invited.find(({ email }) => email !== null) ?? invited.find(({ name }) => name !== null)
  if (attendee) return attendee
  const title = tidy(textOf(event, 'summary')?.replace(/^\s*on[\s-]?call\s*[:–—-]\s*/i, ''))
  const email = title === null ? null : tidy(/[^\s<>()[\],;:"']+@[^\s<>()[\],;:"']+\.[\w-]+/.exec(title)?.[0])
  if (title !== null) return { name: title === email ? null : title, email }
  const organizer = propertyOf(event, 'organizer')
  const maker = organizer && personOf(organizer)
  return maker && (maker.name ?? maker.email) !== null ? maker : undefined
}

/** Groups, rooms and resources are invited as well, and people who are only to be informed. */
function isPerson(attendee: Property): boolean {
  const [sort = 'INDIVIDUAL', answer, role] = ['cutype', 'partstat', 'role'].map((name) =>
    parameterOf(attendee, name)?.toUpperCase(),
  )
  return answer !== 'DECLINED' && role !== 'NON-PARTICIPANT' && !['GROUP', 'ROOM', 'RESOURCE'].includes(sort)
}

function personOf(property: Property): Person {
  const email = tidy(/^(?:mailto:)?([^\s:@]+@[^\s:@]+)$/i.exec(String(property[3]))?.[1])
  const name = tidy(parameterOf(property, 'cn'))
  return { name: name === email ? null : name, email }
}

/** As it can be stored. */
const tidy = (text: string | undefined): string | null =>
  textAt({ text: text?.replace(/\s+/g, ' ').trim() }, 'text')
