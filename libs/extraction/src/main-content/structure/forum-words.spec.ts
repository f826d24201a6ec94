import { CHANGED, OF_THE_MEMBER } from './forum-words';

describe('forum words', () => {
  it.each([
    'Joined: 12 Mar 2011',
    'Registriert: 12. Mär 2011, 10:20',
    'Inscription : 12 mars 2011',
    'Registrado: 12 Mar 2011',
    'Lid geworden op 12 mrt 2011',
    'Rejestracja: 12 mar 2011',
    'Зарегистрирован: 12 мар 2011',
    'Messages : 1 204',
    'Beiträge: 1.204',
  ])('match statistics of a member: %s', (text) => {
    expect(OF_THE_MEMBER.test(text)).toBe(true);
  });

  it.each(['Karl » 12. Mär 2024', 'von Inga am 3. Mai 2024', 'Skądinąd, 5 maja 2024', 'par Localisationné'])(
    'do not match a byline: %s',
    (text) => {
      expect(OF_THE_MEMBER.test(text)).toBe(false);
    },
  );

  it.each([
    'Last edited by Karl on 12 Mar 2024',
    'Zuletzt geändert von Karl am 13. Mär 2024',
    'Dernière modification par Karl le 13 févr. 2024',
    'Última edición por Karl el 13 Ene 2024',
    'Ostatnio zmieniony 13 kwie 2024 przez Karl',
    'Последний раз редактировалось Karl 13 апр 2024',
  ])('match an edit notice: %s', (text) => {
    expect(CHANGED.test(text)).toBe(true);
  });
});
