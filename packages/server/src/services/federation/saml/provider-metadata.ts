import type { X509Certificate } from 'node:crypto'
import { limits } from '@svc/model'
import { ConfigurationError } from '../../expected-errors.ts'
import { certificatesIn } from '../../identity-providers/certificate.ts'
import type { SamlSettings } from '../../identity-providers/complete.ts'
import { isStrong } from '../../identity-providers/key-set.ts'
import { requireSecure } from '../../identity-providers/secure-url.ts'
import {
  attributeOf,
  childNamed,
  childrenNamed,
  isNamed,
  requiredAttribute,
  textOf,
  type XmlElement,
} from './elements.ts'
import { bindings, ns } from './names.ts'
import { readMetadataXml } from './read-xml.ts'
import { timeOf } from './times.ts'
import { Unreadable } from './unreadable.ts'

/** What a provider says about itself. */
export type ProviderMetadata = Pick<
  SamlSettings,
  'idpEntityId' | 'ssoUrl' | 'ssoBinding' | 'sloUrl' | 'signingCerts'
>

const maxCertificates = 10

/** Reads the metadata of one provider; of several, the one that is expected. */
export async function readProviderMetadata(
  text: string,
  { expected, at }: { readonly expected: string | null; readonly at: Date },
): Promise<ProviderMetadata> {
  try {
    return read(entityIn(await readMetadataXml(text), expected), { expected, at })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new ConfigurationError(`The metadata cannot be read. ${error.message}`, { cause: error })
  }
}

function entityIn(root: XmlElement, expected: string | null): XmlElement {
  if (isNamed(root, ns.metadata, 'EntityDescriptor')) return root
  const all = isNamed(root, ns.metadata, 'EntitiesDescriptor')
    ? childrenNamed(root, ns.metadata, 'EntityDescriptor').filter(roleOf)
    : []
  const [only, ...others] =
    expected === null ? all : all.filter((one) => attributeOf(one, 'entityID') === expected)
  if (only && others.length === 0) return only
  throw new ConfigurationError(
    all.length > 1
      ? 'The metadata describes several identity providers: set idpEntityId to the one that is meant.'
      : 'The metadata does not describe an identity provider.',
  )
}

const roleOf = (entity: XmlElement): XmlElement | undefined =>
  childrenNamed(entity, ns.metadata, 'IDPSSODescriptor').find((role) =>
    attributeOf(role, 'protocolSupportEnumeration')?.split(/\s+/).includes(ns.protocol),
  )

function read(
  entity: XmlElement,
  { expected, at }: { readonly expected: string | null; readonly at: Date },
): ProviderMetadata {
  const idpEntityId = requiredAttribute(entity, 'entityID').trim()
  if (expected !== null && idpEntityId !== expected.trim())
    throw new ConfigurationError(
      `The metadata is of ${JSON.stringify(idpEntityId.slice(0, 200))}, not of ${JSON.stringify(expected)} (idpEntityId).`,
    )
  const role = roleOf(entity)
  if (!role) throw new ConfigurationError('The metadata does not describe an identity provider.')
  for (const element of [entity, role])
    if ((timeOf(element, 'validUntil') ?? Number.POSITIVE_INFINITY) <= at.getTime())
      throw new ConfigurationError(`The metadata was valid until ${attributeOf(element, 'validUntil')}.`)
  const signIn = locationOf(role, 'SingleSignOnService', [bindings.redirect, bindings.post])
  if (!signIn)
    throw new ConfigurationError('The metadata names no address to sign in at by HTTP-Redirect or HTTP-POST.')
  return {
    idpEntityId,
    ssoUrl: signIn.url,
    ssoBinding: signIn.binding === bindings.post ? 'post' : 'redirect',
    sloUrl: locationOf(role, 'SingleLogoutService', [bindings.redirect])?.url ?? null,
    signingCerts: certificatesOf(role),
  }
}

interface Location {
  readonly binding: string
  readonly url: string
}

/** By the first binding that it offers. */
function locationOf(role: XmlElement, service: string, wanted: readonly string[]): Location | undefined {
  const offered = childrenNamed(role, ns.metadata, service)
  for (const binding of wanted) {
    const found = offered.find((one) => attributeOf(one, 'Binding') === binding)
    if (!found) continue
    const url = requiredAttribute(found, 'Location')
    if (url.length > limits.url) throw new ConfigurationError(`The address of ${service} is too long.`)
    return { binding, url: requireSecure(url, `The address of ${service}`).href }
  }
  return undefined
}

/** Every key that is not for encryption only. */
function certificatesOf(role: XmlElement): readonly string[] {
  const found = childrenNamed(role, ns.metadata, 'KeyDescriptor')
    .filter((descriptor) => (attributeOf(descriptor, 'use') ?? 'signing') === 'signing')
    .flatMap((descriptor) => {
      const info = childNamed(descriptor, ns.signature, 'KeyInfo')
      const data = info ? childrenNamed(info, ns.signature, 'X509Data') : []
      return data.flatMap((one) => childrenNamed(one, ns.signature, 'X509Certificate').map(textOf))
    })
  const usable = [...new Set(certificatesIn(found).filter(hasStrongKey).map(String))]
  if (usable.length === 0)
    throw new ConfigurationError('The metadata has no certificate with a key that is strong enough.')
  if (usable.length > maxCertificates)
    throw new ConfigurationError(`The metadata has more than ${maxCertificates} signing certificates.`)
  return usable
}

const hasStrongKey = ({ publicKey }: X509Certificate): boolean => isStrong(publicKey)
