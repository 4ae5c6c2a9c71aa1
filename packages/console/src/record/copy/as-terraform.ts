import type { Fields } from '@svc/client'
import { block, blockNameOf, codeNameOf, type Kind, resourceBlock, titleOf } from '@svc/model'

/** A record as Terraform code: a resource, or a data source where its kind is not managed as code. */
export function asTerraform(kind: Kind, record: Fields): string {
  const type = `svc_${codeNameOf(kind)}`
  const name = blockNameOf(titleOf(kind, record)) || codeNameOf(kind)
  if (!kind.resourceType) return block(`data "${type}" "${name}"`, { id: String(record.id) })
  return resourceBlock(kind, record, { address: `${type}.${name}`, referenced: () => undefined })
}
