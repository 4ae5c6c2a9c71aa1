import { type Kind, kindNamed, type Responsibilities, type Responsibility, severalOfKind } from '@svc/model'

/** What a rota says of somebody on any day, though it is not their turn now. */
const inRota = (what: string): string => `stands in the rota of ${what}`

const sentences: Readonly<Record<Responsibility, (what: string) => string>> = {
  leads: (what) => `leads ${what}`,
  owns: (what) => `answers for ${what} of those teams`,
  memberOf: (what) => `is in ${what}`,
  onCallFor: (what) => `is on call for ${what} now`,
  assigned: (what) => `has ${what} open`,
}

/** What somebody still has to do with, a phrase for each part that is not empty. */
export const responsibilityWords = ({ responsibilities }: Responsibilities): readonly string[] =>
  responsibilities
    .filter(({ count }) => count > 0)
    .map(({ responsibility, kind, field, count }) => {
      const sentence = field === 'manual' ? inRota : sentences[responsibility]
      return sentence(counted(count, kindNamed(kind)))
    })

const counted = (count: number, kind: Kind): string =>
  `${count.toLocaleString('en')} ${count === 1 ? kind.noun : severalOfKind(kind)}`

/** How many of them a hand-over would move. */
export const movable = ({ responsibilities }: Responsibilities): number =>
  responsibilities.reduce((sum, { canHandOver, count }) => sum + (canHandOver ? count : 0), 0)
