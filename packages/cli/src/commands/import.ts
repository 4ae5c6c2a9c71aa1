import type { Command } from '../command.ts'
import { importArchive } from './import-archive.ts'
import { importBackstage } from './import-backstage.ts'
import { importCosts } from './import-costs.ts'

export const importCommands: readonly Command[] = [importBackstage, importCosts, importArchive]
