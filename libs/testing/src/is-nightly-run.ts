/** Whether this is `npm run test:all`, in which tables of cases run with all rows. */
export const isNightlyRun = process.env.ORBWEAVER_TESTS === 'all';
