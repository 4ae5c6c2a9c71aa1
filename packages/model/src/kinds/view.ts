import { field, identity, limits, timestamps } from '../kind/field.ts'
import { defineKind, type Kind, verbs } from '../kind/kind.ts'

/** The name under which everybody sees a view. */
export const everybody = 'everybody'

/** Views are of lists in the navigation. */
export const viewOf = (kinds: readonly Kind[]) =>
  defineKind({
    name: 'view',
    noun: 'view',
    title: 'View',
    about:
      'A list with a query, an order and columns, kept under a name. Private views are seen by their owner alone; shared ones by everybody, and changed by their owner and admins.',
    group: 'Views',
    path: '/views',
    table: 'views',
    idParam: 'viewId',
    idPrefix: 'viw',
    home: 'partition',
    labelFields: ['name'],
    columns: ['name', 'kind', 'query', 'visibility', 'ownerName', 'updatedAt'],
    verbs,
    staysDeleted: 'Save the list as a view again.',
    // Whoever may write may delete their own.
    access: { delete: 'write' },
    fields: {
      ...identity(),
      name: field.name({ about: 'What it is called.' }),
      kind: field.oneOf(
        kinds.filter(({ place }) => place).map(({ name }) => name),
        { label: 'List', about: 'The kind of record that it lists.', immutable: true, filter: true },
      ),
      query: field.text({
        about: 'What the records must be, in the words of `?query=`; empty for all of them.',
        max: limits.query,
        default: '',
      }),
      sort: field.text({
        about:
          'The field that it is sorted by, after a `-` if the order is reversed; null for the usual order.',
        nullable: true,
      }),
      groupBy: field.text({
        about: 'The filter by whose values it is grouped; null for none.',
        nullable: true,
      }),
      columns: field.texts({
        about: 'The columns that it shows, in their order; empty for the usual ones.',
        listed: true,
        default: [],
        maxEntries: limits.columns,
      }),
      visibility: field.oneOf(['private', 'shared'], {
        about: 'Who sees it: its owner, or everybody. What an API key creates must be shared.',
        default: 'private',
      }),
      ownerUid: field.ref('user', {
        label: 'Owner',
        about: 'The member who created it; null if an API key did.',
        managed: true,
        nullable: true,
        evenInactive: true,
      }),
      ownerName: field.text({
        about: 'What the owner, or the API key, was called at the time.',
        echoes: 'ownerUid',
        max: limits.name,
        managed: true,
        nullable: true,
      }),
      seenBy: field.text({
        about: 'The member who sees it, or `everybody`.',
        internal: true,
        managed: true,
        default: everybody,
      }),
      ...timestamps(),
    },
    example: {
      name: 'Production without an owner',
      kind: 'project',
      query: 'lifecycle:production no:owner',
      visibility: 'shared',
    },
  })
