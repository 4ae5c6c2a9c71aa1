import { type Platform, platformOf, taken, type Trust } from './trust.ts'

type Rule = Pick<Trust, 'conditions' | 'audience' | 'scopes'>

/** The headings of docs/pipelines.md below which its files are, which its tests run. */
const headings = { github: 'GitHub Actions', gitlab: 'GitLab CI' } as const

/** A pipeline that a rule fits, from docs/pipelines.md, with the address of this server. */
export function pipelineFile(guide: string, rule: Rule, endpoint: string): string {
  const platform = platformOf(rule)
  if (platform === 'other') return forOthers(rule, endpoint)
  const { guided } = taken(platform, rule.conditions)
  const { branch, environment } = guided
  const allowed = cutsFor(rule).reduce(withoutEntry, blockBelow(guide, headings[platform]))
  if (platform === 'github')
    return filledIn(allowed, [
      [/(?<=SVC_ENDPOINT: ).*/, asYaml(endpoint)],
      [/(?<=SVC_ID_TOKEN_AUDIENCE: ).*/, asYaml(rule.audience)],
      ...(branch ? ([[/(?<=branches: \[)[^\]]*/, asYaml(branch)]] as const) : []),
      ...(environment
        ? ([[/(?<=runs-on: .*)$/m, `\n    environment: ${asYaml(environment)}`]] as const)
        : []),
    ])
  const variables = [
    `    SVC_ENDPOINT: ${asYaml(endpoint)}`,
    ...(rule.scopes.includes('ingest') ? ['    SVC_APP: prj_…'] : []),
  ]
  return filledIn(allowed, [
    [/(?<=^deploy:\n)/m, `  variables:\n${variables.join('\n')}\n${branch ? onlyOn(branch) : ''}`],
    [/(?<=aud: )[^ ]+(?= \})/g, asYaml(rule.audience)],
    ...(environment ? ([[/(?<=^ {2}environment: ).*/m, asYaml(environment)]] as const) : []),
  ])
}

const onlyOn = (branch: string): string =>
  `  rules:\n    - if: ${asYaml(`$CI_COMMIT_BRANCH == ${JSON.stringify(branch)}`)}\n`

/** What in the files a token of the rule could not do. */
function cutsFor({ scopes }: Rule): readonly string[] {
  const has = (scope: (typeof scopes)[number]): boolean => scopes.includes(scope)
  return [...(has('ingest') ? [] : reports), ...(has('read') ? [] : plans), ...(has('write') ? [] : changes)]
}

const reports = [
  ...['- name: Report the start', '- name: Report the result', 'SVC_APP:'],
  ...[
    'SVC_REPORT_ID_TOKEN:',
    'before_script:',
    'after_script:',
    '- umask 077',
    '- curl ',
    '- report deploying',
  ],
]
const plans = [
  ...['- uses: opentofu/', '- name: Keep the catalog as the repository says'],
  ...['- tofu init', '- tofu plan', '- tofu apply'],
]
const changes = ['tofu apply', '- tofu apply']

/** Without a line that begins like this, and those that belong to it because they are indented further. */
function withoutEntry(text: string, beginning: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.trimStart().startsWith(beginning))
  if (start < 0) return text
  const depth = indentOf(lines[start] ?? '')
  const length = lines.slice(start + 1).findIndex((line) => line.trim() !== '' && indentOf(line) <= depth)
  const end = length < 0 ? lines.length - 1 : start + 1 + length
  return [...lines.slice(0, start), ...lines.slice(end)].join('\n')
}

const indentOf = (line: string): number => line.length - line.trimStart().length

function blockBelow(guide: string, heading: string): string {
  const section = guide.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  return /^```yaml\n(.*?)^```$/ms.exec(section)?.[1] ?? ''
}

const filledIn = (text: string, values: readonly (readonly [place: RegExp, value: string])[]): string =>
  values.reduce((filled, [place, value]) => filled.replace(place, () => value), text)

/** As it stands if YAML takes that for a text, else in quotes. */
const asYaml = (text: string): string =>
  /^[a-z][\w./:-]*[\w/]$/i.test(text) && !/^(true|false|yes|no|on|off|null)$/i.test(text)
    ? text
    : JSON.stringify(text)

const forOthers = (
  { audience }: Rule,
  endpoint: string,
): string => `# The token of the job, issued for ${audience}, is in this file; it is read again each time.
export SVC_ENDPOINT=${asShell(endpoint)}
export SVC_ID_TOKEN_FILE=/var/run/secrets/svc/token

tofu plan
`

const asShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Where the file belongs. */
export const fileNames: Readonly<Record<Platform, string>> = {
  github: '.github/workflows/deploy.yml',
  gitlab: '.gitlab-ci.yml',
  other: 'the script of the job',
}
