import { findRole } from './find-role';

describe('the role of a process', () => {
  it.each([[['gateway']], [['frontier']], [['results']], [['admin']], [['admin', 'topics', 'create']]])(
    'is found for the arguments %j',
    (args) => {
      expect(findRole(args)).toEqual({ start: expect.any(Function) });
    },
  );

  const roles = 'The roles are gateway, frontier, results and admin.';

  it.each([
    [[], `The first argument must say which role to run. ${roles}`],
    [['renderer'], `There is no role "renderer". ${roles}`],
    [[''], `There is no role "". ${roles}`],
    [['constructor'], `There is no role "constructor". ${roles}`],
    [['gateway', 'frontier'], 'The role gateway takes no further arguments, but "frontier" follows it.'],
  ])('is asked for when the arguments are %j', (args, complaint) => {
    expect(findRole(args)).toEqual({ complaint });
  });
});
