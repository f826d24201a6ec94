import { textHash } from './serving.mjs';

/**
 * Words of menus, teasers and legal lines in languages that the pages of the training do not speak, each behind the
 * English word whose weight it takes. A run of characters without a space is one word here.
 */
const ALIASES = `
login 登录 登入 ログイン 로그인 войти вход دخول الدخول
register 注册 註冊 新規登録 会員登録 회원가입 регистрация зарегистрироваться التسجيل
home 首页 首頁 ホーム トップ 홈 главная الرئيسية
menu 菜单 選單 メニュー 메뉴 меню القائمة
search 搜索 搜尋 検索 검색 поиск بحث البحث
share 分享 分享到 シェア シェアする 공유 공유하기 поделиться مشاركة شارك
comments 评论 評論 留言 发表评论 コメント 댓글 комментарии комментариев تعليقات التعليقات
reply 回复 回覆 返信 답글 ответить رد
report 举报 檢舉 通報 신고 пожаловаться إبلاغ
related 相关 相关文章 相关新闻 相关阅读 相关推荐 相關 相關文章 相關新聞 関連 関連記事 関連ニュース 관련 관련기사 похожие соответствующие صلة
recommended 推荐 推荐阅读 为你推荐 猜你喜欢 推薦 推薦閱讀 おすすめ おすすめ記事 추천 추천기사 рекомендуем рекомендуемые
popular 热门 热门文章 热门新闻 热搜 熱門 熱門文章 人気 人気記事 ランキング アクセスランキング 인기 인기기사 популярное популярные читаемое الأكثر
latest 最新 最新消息 最新文章 最新新闻 新着 新着記事 최신 최신기사 последние свежие أحدث آخر
more 更多 更多精彩 阅读更多 查看更多 もっと見る 続きを読む 더보기 더 подробнее ещё еще المزيد
next 下一篇 下一页 下一頁 次へ 次の記事 다음 следующая التالي
previous 上一篇 上一页 上一頁 前へ 前の記事 이전 предыдущая السابق
advertisement 广告 廣告 広告 スポンサーリンク 광고 реклама إعلان إعلانات
subscribe 订阅 訂閱 購読 メルマガ登録 구독 구독하기 подписаться подпишитесь подписка اشترك الاشتراك
newsletter 邮件订阅 電子報 メルマガ ニュースレター 뉴스레터 рассылка рассылку النشرة
follow 关注 關注 关注我们 フォロー フォローする 팔로우 подписывайтесь تابعنا متابعة
privacy 隐私 隐私政策 隱私權政策 プライバシーポリシー 個人情報保護方針 개인정보처리방침 конфиденциальности конфиденциальность الخصوصية
terms 服务条款 使用条款 服務條款 利用規約 이용약관 условия соглашение الشروط
copyright 版权 版权所有 版權所有 著作権 저작권 저작권자 авторские правообладателя حقوق الحقوق
contact 联系我们 聯絡我們 联系方式 お問い合わせ 문의 문의하기 контакты اتصل تواصل
about 关于我们 關於我們 会社概要 運営会社 회사소개 о компании من نحن
cart 购物车 購物車 カート 장바구니 корзина корзину سلة السلة
download 下载 下載 下载app ダウンロード 다운로드 скачать تحميل تنزيل
tags 标签 標籤 タグ 태그 теги метки وسوم الوسوم
categories 分类 分類 カテゴリー カテゴリ 카테고리 категории рубрики рубрика أقسام الأقسام
author 作者 责任编辑 编辑 記者 記事一覧 기자 автор редактор الكاتب
source 来源 來源 出典 출처 источник المصدر
published 发布时间 发表于 公開日 配信 입력 등록 опубликовано نشر
views 阅读 浏览 閲覧数 조회수 조회 просмотров просмотры مشاهدة
likes 点赞 讚 いいね 좋아요 нравится إعجاب
sitemap 网站地图 網站地圖 サイトマップ 사이트맵 карта خريطة
help 帮助 幫助 ヘルプ 고객센터 도움말 помощь المساعدة
read читайте اقرأ
also также أيضا
news 新闻中心 ニュース 뉴스 новости أخبار الأخبار
careers 招聘 人才招聘 採用情報 채용 вакансии وظائف
`;

/** Adds them to `words`, token to weight, as far as their English words have a weight. */
export function addAliases(words) {
  for (const line of ALIASES.trim().split('\n')) {
    const [english, ...others] = line.split(' ').map(textHash);
    const weight = words.get(english);
    if (weight === undefined) continue;
    for (const other of others) if (!words.has(other)) words.set(other, weight);
  }
  return words;
}
