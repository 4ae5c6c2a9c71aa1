import { capital, kindNamed, kinds, oneOfKind, scopeFor, severalOfKind } from '@svc/model'
import { useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  Eye,
  FlaskConical,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  Sun,
  TableProperties,
} from 'lucide-react'
import { withBasePath } from '../../session/base-path.ts'
import { useSignOut } from '../../session/sign-out.ts'
import { useMode } from '../../session/mode.tsx'
import { isCreatedAlone } from './created-alone.ts'
import { navigation, type Place } from '../navigation.ts'
import { useSession } from '../../session/session.tsx'
import { listedKinds } from '../../api/listed-kinds.ts'
import { setTheme } from '../../design/theme.ts'
import { accountSections, organisationSections } from '../../areas/settings/layout/sections.ts'
import { iconOfKind } from '../../values/kind-icon.ts'

/** One entry of the palette: something to go to or to do. */
export interface Entry {
  readonly key: string
  readonly label: string
  readonly icon: LucideIcon
  /** What tells it from others of the same name, such as its owner. */
  readonly detail?: string | undefined
  /** Other words it can be found by. */
  readonly words?: string
  /** What else can be done with it. */
  readonly actions?: readonly Entry[]
  /** Changes what is typed, so the palette stays open. */
  readonly isStaying?: true
  run(): void
}

export interface EntryGroup {
  readonly label: string
  readonly entries: readonly Entry[]
}

const inSidebar = new Set(navigation.flatMap(({ places }) => places.map(({ to }) => to)))
/** Kinds whose page is in the settings. */
const inSettings = new Set<string>([kinds.secret.path, kinds.webhook.path])

/** Everything that can be done from any page, as far as the role allows. */
export function useCommands(onShortcuts: () => void): readonly EntryGroup[] {
  const navigate = useNavigate()
  const leave = useSignOut()
  const { mode, setMode } = useMode()
  const { scopes } = useSession()
  const go = (to: string, search?: Place['search']) => () => void navigate({ to, search })

  const places = navigation
    .flatMap((group) => group.places)
    .map(
      ({ label, to, icon, search }): Entry => ({
        key: `go ${to}`,
        label,
        icon,
        words: 'go to',
        run: go(to, search),
      }),
    )
  const others = [
    ...listedKinds
      .filter(
        (kind) =>
          (kind.home === 'partition' || kind.name === kinds.user.name) &&
          scopes.includes(scopeFor(kind, 'list')),
      )
      .map((kind) => ({ label: capital(severalOfKind(kind)), to: kind.path, icon: iconOfKind(kind.name) }))
      .filter(({ to }) => !inSidebar.has(to) && !inSettings.has(to)),
    { label: 'Entire catalog as a list', to: '/catalog/list', icon: TableProperties },
    ...accountSections,
    ...(scopes.includes('admin') ? organisationSections : []),
  ].map(({ label, to, icon }): Entry => ({ key: `go ${to}`, label, icon, words: 'go to', run: go(to) }))
  const board: Entry = {
    key: 'go board',
    label: 'Issue board',
    icon: iconOfKind('issue'),
    words: 'go to',
    run: go(`${kindNamed('issue').path}/board`),
  }
  const creations = listedKinds
    .filter((kind) => isCreatedAlone(kind) && scopes.includes(scopeFor(kind, 'create')))
    .map(
      (kind): Entry => ({
        key: `create ${kind.name}`,
        label: `Create ${oneOfKind(kind)}`,
        icon: Plus,
        words: 'new add',
        run: go(`${kind.path}/new`),
      }),
    )
  const other = mode === 'live' ? 'test' : 'live'
  const actions: readonly Entry[] = [
    {
      key: 'mode',
      label: `Switch to ${other} data`,
      icon: other === 'test' ? FlaskConical : Eye,
      words: 'mode',
      run: () => setMode(other),
    },
    {
      key: 'light',
      label: 'Light theme',
      icon: Sun,
      words: 'colour scheme',
      run: () => setTheme('light'),
    },
    { key: 'dark', label: 'Dark theme', icon: Moon, words: 'colour scheme', run: () => setTheme('dark') },
    {
      key: 'system',
      label: 'System theme',
      icon: Monitor,
      words: 'colour scheme',
      run: () => setTheme('system'),
    },
    {
      key: 'reference',
      label: 'API reference',
      icon: BookOpen,
      words: 'docs documentation openapi rest',
      run: () => void window.open(withBasePath('/docs'), '_blank', 'noreferrer'),
    },
    { key: 'shortcuts', label: 'Keyboard shortcuts', icon: Keyboard, words: 'help keys', run: onShortcuts },
    {
      key: 'leave',
      label: 'Sign out',
      icon: LogOut,
      words: 'log out leave',
      run: () => void leave(),
    },
  ]
  return [
    { label: 'Go to', entries: [...places, board] },
    { label: 'Create', entries: creations },
    { label: 'Actions', entries: actions },
    { label: 'More pages', entries: others },
  ]
}

/** Entries in which every typed word begins one of their words. */
export function matching(groups: readonly EntryGroup[], typed: string): readonly EntryGroup[] {
  const typedWords = wordsOf(typed)
  if (typedWords.length === 0) return groups
  const fits = ({ label, words = '' }: Entry) => {
    const own = wordsOf(`${label} ${words}`)
    return typedWords.every((word) => own.some((one) => one.startsWith(word)))
  }
  return groups
    .map(({ label, entries }) => ({ label, entries: entries.filter(fits) }))
    .filter(({ entries }) => entries.length > 0)
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean)
