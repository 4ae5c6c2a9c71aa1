/** The attributes that a directory may send, which is also what `/Schemas` says. Whatever else it sends is ignored. */

export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'reference' | 'complex'
  readonly description: string
  readonly isMultiple?: true
  readonly isRequired?: true
  readonly isCaseExact?: true
  readonly isReadOnly?: true
  /** Follows from the parts beside it: what is sent of it is not kept. */
  readonly isDerived?: true
  readonly choices?: readonly string[]
  readonly isUnique?: true
  readonly parts?: readonly Attribute[]
  readonly refersTo?: readonly string[]
}

export interface Schema {
  readonly urn: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

export interface ResourceType {
  readonly name: 'User' | 'Group'
  readonly endpoint: '/Users' | '/Groups'
  readonly description: string
  readonly schema: Schema
  readonly extensions: readonly Schema[]
  /** Names of attributes, in lower case, that directories send and that mean nothing here: they change nothing. */
  readonly ignored: ReadonlySet<string>
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
})

const kindOfValue = text('type', 'What it is used for, such as work.')
const primary: Attribute = {
  name: 'primary',
  type: 'boolean',
  description: 'Whether it is the preferred one.',
}

const several = (name: string, description: string, parts: readonly Attribute[]): Attribute => ({
  name,
  type: 'complex',
  description,
  isMultiple: true,
  parts: [...parts, kindOfValue, primary],
})

const display = text('display', 'How it is shown.')

/** Sent beside every schema's own attributes. */
export const externalId = text('externalId', 'The id in the directory.', { isCaseExact: true })

const user: Schema = {
  urn: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'A member of the organisation.',
  attributes: [
    text('userName', 'What the directory calls the person; unique whatever the case.', {
      isRequired: true,
      isUnique: true,
    }),
    {
      name: 'name',
      type: 'complex',
      description: 'The parts of the name.',
      parts: [
        text('formatted', 'The whole name.'),
        text('familyName', 'The family name.'),
        text('givenName', 'The given name.'),
        text('middleName', 'The middle names.'),
        text('honorificPrefix', 'A title before the name.'),
        text('honorificSuffix', 'What follows the name.'),
      ],
    },
    text('displayName', 'The name that is shown.'),
    text('nickName', 'How the person is addressed.'),
    text('title', 'The job title.'),
    text('userType', 'What the person is to the organisation.'),
    text('preferredLanguage', 'The language that the person prefers.'),
    text('locale', 'The region of the person.'),
    text('timezone', 'The time zone of the person.'),
    {
      name: 'active',
      type: 'boolean',
      description: 'Whether the person may come in. It can be changed, but not removed.',
      isRequired: true,
    },
    several('emails', 'E-mail addresses. The primary one, else that of work, else the first one is used.', [
      text('value', 'The address.'),
      display,
    ]),
    several('phoneNumbers', 'Telephone numbers.', [text('value', 'The number.'), display]),
    several('addresses', 'Postal addresses.', [
      text('formatted', 'The whole address.'),
      text('streetAddress', 'Street and number.'),
      text('locality', 'The town.'),
      text('region', 'The region.'),
      text('postalCode', 'The postal code.'),
      text('country', 'The country.'),
    ]),
  ],
}

const enterpriseUser: Schema = {
  urn: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'What a company knows about its people.',
  attributes: [
    text('employeeNumber', 'The number of the employee.'),
    text('costCenter', 'The cost centre.'),
    text('organization', 'The organisation.'),
    text('division', 'The division.'),
    text('department', 'The department.'),
    {
      name: 'manager',
      type: 'complex',
      description: 'Whom the person reports to.',
      parts: [
        text('value', 'The id of the manager.'),
        text('displayName', 'The name of the manager.', { isReadOnly: true }),
      ],
    },
  ],
}

const group: Schema = {
  urn: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'A group of people, which mappings turn into teams and roles.',
  attributes: [
    text('displayName', 'The name, unique whatever the case.', { isRequired: true, isUnique: true }),
    {
      name: 'members',
      type: 'complex',
      description: 'The people in the group. Groups in groups are not supported.',
      isMultiple: true,
      parts: [
        text('value', 'The id of the person.', { isRequired: true, isCaseExact: true }),
        {
          name: '$ref',
          type: 'reference',
          description: 'The address of the person.',
          refersTo: ['User'],
          isDerived: true,
        },
        text('type', 'Always User.', { isDerived: true, choices: ['User'] }),
      ],
    },
  ],
}

export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: 'Members of the organisation that a directory manages.',
  schema: user,
  extensions: [enterpriseUser],
  // Roles come from mappings of groups alone, and passwords from nowhere.
  ignored: new Set([
    ...['roles', 'entitlements', 'groups', 'password', 'photos', 'ims', 'x509certificates', 'profileurl'],
  ]),
}

export const groupType: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'Groups of the directory.',
  schema: group,
  extensions: [],
  ignored: new Set(),
}

export const resourceTypes: readonly ResourceType[] = [userType, groupType]

/** What the server sets itself, in lower case. */
export const ownAttributes: ReadonlySet<string> = new Set(['id', 'meta', 'schemas'])

export const attributeNamed = (attributes: readonly Attribute[], name: string): Attribute | undefined => {
  const key = name.toLowerCase()
  return attributes.find((one) => one.name.toLowerCase() === key)
}

export const attributesOf = ({ schema }: ResourceType): readonly Attribute[] => [
  externalId,
  ...schema.attributes,
]
