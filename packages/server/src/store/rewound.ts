/** The database was found in a state that it could not be in without having gone back. */
export class Rewound extends Error {
  override readonly name = 'Rewound'
}
