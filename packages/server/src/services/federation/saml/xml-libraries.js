// Their own types bring those of browsers along, for the whole server; xml-libraries.d.ts has what is used.
export { DOMParser, XMLSerializer } from '@xmldom/xmldom'
export { SignedXml } from 'xml-crypto'
