import { createHash, type KeyObject, verify } from 'node:crypto'
import {
  attributeOf,
  childNamed,
  childrenOf,
  isNamed,
  requiredAttribute,
  requiredChild,
  textOf,
  type XmlElement,
} from './elements.ts'
import { digests, enveloped, exclusive, ns, signatureMethods } from './names.ts'
import { UnknownSigner, Unreadable } from './unreadable.ts'
import type { SignedXml } from './xml-libraries.js'

/** Whether a message, or an assertion in it, has a signature of its own. */
export const isSigned = (element: XmlElement): boolean =>
  childNamed(element, ns.signature, 'Signature') !== undefined

/**
 * What one of the keys has signed of an element: the signed bytes themselves, which are all that may be read of it. It
 * is signed in just the one way that is customary; certificates within the message are ignored.
 */
export async function signedBytes(
  text: string,
  element: XmlElement,
  keys: readonly KeyObject[],
): Promise<string> {
  const signature = requiredChild(element, ns.signature, 'Signature')
  checkForm(signature, requiredAttribute(element, 'ID'))
  const { SignedXml } = await import('./xml-libraries.js')
  const checked = new SignedXml({ publicCert: keys[0] })
  restrict(checked, keys)
  lookAtSignerFirst(checked, keys)
  const [bytes, ...others] = verified(checked, signature, text)
  if (bytes !== undefined && others.length === 0) return bytes
  throw new UnknownSigner(
    'The signature was not made with a key of the provider, or what was signed has changed.',
  )
}

function verified(checked: SignedXml, signature: XmlElement, text: string): readonly string[] {
  try {
    checked.loadSignature(signature)
    return checked.checkSignature(text) ? checked.getSignedReferences() : []
  } catch {
    return []
  }
}

/** One SignedInfo, one reference to the parent, the two usual transforms, strong algorithms, and nothing else. */
function checkForm(signature: XmlElement, id: string): void {
  const [info, value, keyInfo, ...others] = childrenOf(signature)
  if (
    !info ||
    !value ||
    others.length > 0 ||
    !isNamed(info, ns.signature, 'SignedInfo') ||
    !isNamed(value, ns.signature, 'SignatureValue') ||
    (keyInfo && !isNamed(keyInfo, ns.signature, 'KeyInfo'))
  )
    throw new Unreadable('The signature has another form than a SAML message may have.')
  textOf(value)
  const [canonicalization, method, reference] = partsOf(info, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ])
  requireAlgorithm(canonicalization, exclusive)
  requireAlgorithm(referenced(reference, id), exclusive)
  const known = signatureMethods[requiredAttribute(method, 'Algorithm')]
  if (!known || childrenOf(method).length > 0)
    throw new Unreadable('The signature uses an algorithm that is not accepted.')
}

/** Checks what a reference refers to; its last transform. */
function referenced(reference: XmlElement, id: string): XmlElement {
  if (attributeOf(reference, 'URI') !== `#${id}`)
    throw new Unreadable('The signature refers to something else than the element it is in.')
  const [transforms, digest, value] = partsOf(reference, ['Transforms', 'DigestMethod', 'DigestValue'])
  const [first, last] = partsOf(transforms, ['Transform', 'Transform'])
  requireAlgorithm(first, enveloped)
  if (childrenOf(first).length > 0) throw new Unreadable('The signature transforms what it covers.')
  if (!Object.hasOwn(digests, requiredAttribute(digest, 'Algorithm')))
    throw new Unreadable('The signature uses a digest that is not accepted.')
  textOf(value)
  return last
}

type Elements<T extends readonly string[]> = { readonly [K in keyof T]: XmlElement }

/** Exactly these children, in this order. */
function partsOf<const T extends readonly string[]>(parent: XmlElement, names: T): Elements<T> {
  const children = childrenOf(parent)
  const isSo =
    children.length === names.length &&
    children.every((child, at) => isNamed(child, ns.signature, names[at] ?? ''))
  if (!isSo) throw new Unreadable(`${parent.localName} of the signature has other parts than it should have.`)
  return children as unknown as Elements<T>
}

function requireAlgorithm(element: XmlElement, algorithm: string): void {
  if (requiredAttribute(element, 'Algorithm') !== algorithm)
    throw new Unreadable('The signature transforms what it covers in a way that is not accepted.')
  const [prefixes, ...others] = childrenOf(element)
  const isKnown = !prefixes || isNamed(prefixes, exclusive, 'InclusiveNamespaces')
  if (others.length > 0 || !isKnown)
    throw new Unreadable('The signature transforms what it covers in a way that is not accepted.')
}

/** Leaves the library nothing to choose from but what was checked, whatever it may know in its next version. */
function restrict(signed: SignedXml, keys: readonly KeyObject[]): void {
  signed.CanonicalizationAlgorithms = pick(signed.CanonicalizationAlgorithms, [exclusive, enveloped])
  signed.HashAlgorithms = Object.fromEntries(
    Object.entries(digests).map(([name, algorithm]) => [
      name,
      class {
        getAlgorithmName = () => name
        getHash = (xml: string) => createHash(algorithm).update(xml).digest('base64')
      },
    ]),
  )
  signed.SignatureAlgorithms = Object.fromEntries(
    Object.entries(signatureMethods).map(([name, method]) => [
      name,
      class {
        getAlgorithmName = () => name
        getSignature = (): never => {
          throw new Error('Nothing is signed here.')
        }
        verifySignature = (material: string, _: unknown, value: string) =>
          isByOneOf(keys, method, { material, value })
      },
    ]),
  )
}

/**
 * By itself the library first looks at all that is signed, and only then at who has signed it: whoever sends a long
 * forgery would keep it busy for a second.
 */
function lookAtSignerFirst(signed: SignedXml, keys: readonly KeyObject[]): void {
  const validate = signed.validateReference.bind(signed)
  signed.validateReference = (reference, document) => {
    const method = signatureMethods[signed.signatureAlgorithm]
    const [material, value] = [signed.getCanonSignedInfoXml(document), signed.signatureValue]
    return method && isByOneOf(keys, method, { material, value }) ? validate(reference, document) : undefined
  }
}

const isByOneOf = (
  keys: readonly KeyObject[],
  method: (typeof signatureMethods)[string],
  { material, value }: { readonly material: string; readonly value: string },
): boolean =>
  keys.some((key) => isSignature(method, key, Buffer.from(material), Buffer.from(value, 'base64')))

const pick = <T>(from: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

/** In XML, signatures of elliptic curves are two numbers of fixed length. */
export const isSignature = (
  { hash, key: type }: (typeof signatureMethods)[string],
  key: KeyObject,
  material: Uint8Array,
  value: Uint8Array,
): boolean =>
  key.asymmetricKeyType === type &&
  verify(hash, material, type === 'ec' ? { key, dsaEncoding: 'ieee-p1363' } : key, value)
