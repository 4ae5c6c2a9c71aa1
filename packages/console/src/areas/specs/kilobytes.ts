const kilobytes = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'kilobyte',
  maximumFractionDigits: 1,
})

export const inKilobytes = (bytes: number): string => kilobytes.format(bytes / 1_000)
