import {
  type Field,
  type Kind,
  kindNamed,
  type Responsibilities,
  type Responsibility,
  severalOfKind,
} from '@svc/model'

const sentences: Readonly<Record<Responsibility, (what: string, field: Field | undefined) => string>> = {
  leads: (what) => `leads ${what}`,
  owns: (what) => `is responsible for ${what} of those teams`,
  memberOf: (what) => `is in ${what}`,
  // The server works out who is on call now; whoever is in a rota is in it on any day.
  onCallFor: (what, field) =>
    field?.traits.managed ? `is on call for ${what} now` : `is in the rota of ${what}`,
  assigned: (what) => `has ${what} open`,
}

/** What somebody is responsible for, a phrase for each part that is not empty. */
export const responsibilityWords = ({ responsibilities }: Responsibilities): readonly string[] =>
  responsibilities
    .filter(({ count }) => count > 0)
    .map(({ responsibility, kind, field, count }) => {
      const owner = kindNamed(kind)
      return sentences[responsibility](counted(count, owner), owner.fields[field])
    })

const counted = (count: number, kind: Kind): string =>
  `${count.toLocaleString('en')} ${count === 1 ? kind.noun : severalOfKind(kind)}`

/** How many of them a hand-over would move. */
export const movable = ({ responsibilities }: Responsibilities): number =>
  responsibilities.reduce((sum, { canHandOver, count }) => sum + (canHandOver ? count : 0), 0)
