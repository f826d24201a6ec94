/** Phrases of forum software, one line per language. */
const anyOf = (...languages: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${languages.join('|')})(?![\\p{L}\\p{N}_])`, 'iu');

/** Statistics of a member next to the name. */
export const OF_THE_MEMBER = anyOf(
  'joined|member since|registered|posts?:|threads?:|reputation|location|offline|online',
  'registriert|(?:mitglied|dabei) seit|beiträge:|themen:|wohnort',
  'inscrit(?:e|ion)?|inscription|membre depuis|messages ?:|localisation|hors ligne|en ligne',
  'registrado|miembro desde|mensajes:|ubicación|desconectado',
  'iscritto|iscrizione|membro dal|messaggi:|località',
  'registado|membro desde|mensagens:|localização',
  'geregistreerd|lid (?:geworden|sinds)|berichten:|woonplaats',
  'rejestracja|dołączył(?:a)?|posty:|postów:|lokalizacja|skąd:',
  'registrován|registrace|příspěvky:|bydliště|gick med|medlem sedan|inlägg:|medlem siden|tilmeldt|indlæg:|innlegg:',
  'kayıt(?: tarihi)?|mesajlar?:|konum',
  'зарегистрирован(?:а)?|регистрация|сообщени[йя]:|откуда',
);
/** Edit notices of posts. A date before one is the date of the post. */
export const CHANGED = anyOf(
  'edited|modified|last (?:edit|post|activity)',
  'zuletzt (?:geändert|bearbeitet|editiert|von)|bearbeitet von',
  'dernière (?:modification|édition)|modifié|édité par',
  'última edición|ultima modifica|última edição|editado|modificado|modificato',
  'laatst (?:gewijzigd|bewerkt|aangepast)|bewerkt door',
  'ostatnio (?:zmieniony|edytowany|modyfikowany)|edytowan[eyo]|naposledy upravil|upraveno',
  'senast (?:ändrad|redigerad)|sidst rettet|sist (?:redigert|endret)|son düzenleme|düzenlendi',
  'последний раз|отредактировано|изменено|редактировал(?:ось)?',
);
