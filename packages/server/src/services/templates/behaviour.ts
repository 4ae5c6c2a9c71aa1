import { kinds, type Kinds, type Stored } from '@svc/model'
import { behaviour } from '../records/behaviour.ts'

type Template = Stored<Kinds['template']>

const parameterDefaults = { required: false, default: null, helpText: null, options: null }

/** Every field of a record is always present, including nested ones. */
export const templateBehaviour = behaviour<Template>(kinds.template, {
  prepare: ({ next }) => ({
    ...next,
    templateRepo: { owner: next.templateRepo.owner ?? null, repo: next.templateRepo.repo ?? null },
    parameters: next.parameters.map((parameter) => ({ ...parameterDefaults, ...parameter })),
  }),
})
