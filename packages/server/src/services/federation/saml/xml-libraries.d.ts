import type { KeyObject } from 'node:crypto'
import type { XmlDocument, XmlElement } from './elements.ts'

interface ErrorHandler {
  readonly warning: (message: string) => void
  readonly error: (message: string) => void
  readonly fatalError: (message: string) => void
}

export declare class DOMParser {
  constructor(options?: { readonly errorHandler?: ErrorHandler })
  parseFromString(text: string, type: 'text/xml'): XmlDocument | undefined
}

export declare class XMLSerializer {
  serializeToString(node: XmlDocument | XmlElement): string
}

interface HashAlgorithm {
  getAlgorithmName(): string
  getHash(xml: string): string
}

interface SignatureAlgorithm {
  getAlgorithmName(): string
  getSignature(material: string, key: KeyObject): string
  verifySignature(material: string, key: unknown, value: string): boolean
}

type Algorithms<T> = Record<string, new () => T>

interface Reference {
  readonly xpath: string
  readonly digestAlgorithm: string
  readonly transforms: readonly string[]
  readonly uri?: string
  readonly isEmptyUri?: boolean
}

export declare class SignedXml {
  constructor(options?: {
    readonly publicCert?: KeyObject | undefined
    readonly privateKey?: KeyObject
    readonly canonicalizationAlgorithm?: string
    readonly signatureAlgorithm?: string
    readonly getKeyInfoContent?: () => string | null
  })
  CanonicalizationAlgorithms: Algorithms<unknown>
  HashAlgorithms: Algorithms<HashAlgorithm>
  SignatureAlgorithms: Algorithms<SignatureAlgorithm>
  /** Set when the signature is loaded. */
  readonly signatureAlgorithm: string
  readonly signatureValue: string
  getCanonSignedInfoXml(document: XmlDocument): string
  /** What is signed, if it is as it was; undefined otherwise. */
  validateReference(reference: unknown, document: XmlDocument): string | undefined
  loadSignature(signature: XmlElement): void
  checkSignature(text: string): boolean
  getSignedReferences(): string[]
  addReference(reference: Reference): void
  computeSignature(
    text: string,
    options: {
      readonly prefix?: string
      readonly location?: { readonly reference: string; readonly action: string }
    },
  ): void
  getSignedXml(): string
  enableHMAC(): void
}
