import { findRole } from './find-role';

describe('findRole', () => {
  it.each([[['gateway']], [['frontier']], [['results']], [['admin']], [['admin', 'topics', 'create']]])(
    'finds the role in %j',
    (args) => {
      expect(findRole(args)).toEqual({ start: expect.any(Function) });
    },
  );

  const roles = 'Roles: gateway, frontier, results, admin.';

  it.each([
    [[], `The first argument must be a role. ${roles}`],
    [['renderer'], `Unknown role "renderer". ${roles}`],
    [[''], `Unknown role "". ${roles}`],
    [['constructor'], `Unknown role "constructor". ${roles}`],
    [['gateway', 'frontier'], 'The role gateway takes no further arguments: "frontier".'],
  ])('rejects the arguments %j', (args, error) => {
    expect(findRole(args)).toEqual({ error });
  });
});
