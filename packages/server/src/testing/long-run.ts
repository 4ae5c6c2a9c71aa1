/** Whether the slow suites run at full length, which takes an hour: SVC_TEST_LONG=1 npm test -- FILE. */
export const isLongRun = Boolean(process.env.SVC_TEST_LONG)

/** The `skip` of a test that is too slow for every run. */
export const onlyInLongRun: string | false = isLongRun
  ? false
  : 'takes minutes: SVC_TEST_LONG=1 npm test -- FILE runs it'
