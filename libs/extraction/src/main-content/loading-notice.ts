/** All that a place says whose content is on its way: `Loading`, `Loading related items…`, `Chargement...`. */
export const LOADING_NOTICE =
  /^(?:loading(?:(?: \p{L}{1,20}){0,3} ?(?:…|\.{3}))?|please wait(?:…|\.{3})?|(?:wird geladen|chargement|cargando|загрузка|加载中|読み込み中)(?:…|\.{3})?)$/iu;
