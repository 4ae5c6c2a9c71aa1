import { readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../packages/provider/package.json' with { type: 'json' }
import { bundle } from '../packages/provider/packaging/bundle.ts'
import { writeDevBuild } from '../packages/provider/packaging/dev-build.ts'
import { licencesOf } from '../packages/provider/packaging/licences.ts'
import { writeMirror } from '../packages/provider/packaging/mirror.ts'
import { writePlatform } from '../packages/provider/packaging/platform-build.ts'
import {
  isPlatform,
  licensedNode,
  nodeFor,
  type Platform,
  platforms,
} from '../packages/provider/packaging/platforms.ts'
import {
  packRelease,
  providerName,
  type Release,
  signRelease,
} from '../packages/provider/packaging/release.ts'
import { step } from '../packages/provider/packaging/step.ts'

const help = `Builds the provider: one for development, and a release with an executable for each platform.

  --platform P      only this one, of ${platforms.join(', ')}; may be repeated
  --dev             only the one for development, in a second
  --sign-with KEY   signs the sums with this GPG key
  --out DIR         dist/provider unless told otherwise

Examples:
  npm run build:provider -- --dev
  npm run build:provider -- --platform linux_amd64 --platform linux_arm64
`

const root = resolve(import.meta.dirname, '..')
const { version } = manifest
const options = readOptions()
const entry = join(root, 'packages/provider/src/main.ts')
const dir = resolve(options.out)

await step('Building for development', () => writeDevBuild(entry, join(dir, 'dev')))
if (!options.dev) await buildRelease({ version, dir, platforms: options.platforms })

async function buildRelease(release: Release): Promise<void> {
  await removeEarlierRelease()
  const { script, packages } = await bundle(entry)
  const texts = {
    LICENSE: await readFile(join(root, 'LICENSE'), 'utf8'),
    'LICENSE.third-party': await licencesOf([await licensedNode(), ...packages]),
  }
  const unsigned: Platform[] = []
  for (const platform of release.platforms) {
    const build = {
      script,
      version,
      platform,
      texts,
      node: await nodeFor(platform),
      dir: join(dir, platform),
    }
    const state = await step(`Building for ${platform}`, () => writePlatform(build))
    if (state === 'unsigned') unsigned.push(platform)
  }
  await step('Packing', () => packRelease(release))
  await writeMirror(release)
  const key = options['sign-with']
  if (key !== undefined) await signRelease(release, key)
  if (unsigned.length > 0) {
    console.error(
      `Not signed: ${unsigned.join(', ')}. macOS does not run unsigned files: build where codesign or ` +
        'rcodesign is on the PATH.',
    )
  }
}

/** Removes only what a build writes: the folder may contain other files. */
async function removeEarlierRelease(): Promise<void> {
  const isOurs = (name: string) =>
    name === 'mirror' || isPlatform(name) || name.startsWith(`${providerName}_`)
  for (const name of (await readdir(dir)).filter(isOurs)) await rm(join(dir, name), { recursive: true })
}

function knownPlatform(name: string): Platform {
  if (isPlatform(name)) return name
  throw new Error(`There is no platform "${name}". Allowed: ${platforms.join(', ')}.`)
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        platform: { type: 'string', multiple: true, default: [...platforms] },
        dev: { type: 'boolean', default: false },
        'sign-with': { type: 'string' },
        out: { type: 'string', default: join(root, 'dist/provider') },
        help: { type: 'boolean', default: false },
      },
    })
    if (!values.help) return { ...values, platforms: values.platform.map(knownPlatform) }
    console.log(help)
    process.exit(0)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`)
    process.exit(1)
  }
}
