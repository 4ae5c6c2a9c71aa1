/** Something was seen that could not be so if the database had only gone forward. */
export class Rewound extends Error {
  override readonly name = 'Rewound'
}
