import type { Lexicon } from '../model.ts';

export const fr: Lexicon = {
  language: 'fr',
  verbs: {
    send: 'envoie envoyez envoyer transmets transmettez transmettre transfère transférez réponds répondez répondre partage partagez partager notifie notifiez contacte contactez invite invitez expédie',
    publish:
      'poussez publie publiez publier poste postez poster téléverse téléversez déploie déployez déployer pousse poussez pousser fusionne fusionnez commente commentez diffuse diffusez annonce',
    pay: 'paie payez payer verse versez verser vire virez virer achète achetez acheter réserve réservez réserver commande commandez règle réglez',
    delete:
      'supprime supprimez supprimer efface effacez effacer détruis détruisez détruire enlève enlevez retire retirez vide videz écrase écrasez annule annulez révoque désinstalle',
    write:
      'écris écrivez écrire crée créez créer ajoute ajoutez ajouter modifie modifiez modifier change changez changer enregistre enregistrez enregistrer sauvegarde sauvegardez mets mettez mettre insère insérez remplace remplacez édite éditez configure configurez inclus incluez génère',
    execute:
      'exécute exécutez exécuter lance lancez lancer installe installez installer démarre démarrez démarrer utilise utilisez utiliser appelle appelez appeler ouvre ouvrez active activez invoque',
    grant:
      'accorde accordez accorder approuve approuvez approuver autorise autorisez autoriser permets permettez accepte acceptez donne donnez donner confirme confirmez',
    fetch:
      'télécharge téléchargez télécharger visite visitez visiter récupère récupérez récupérer accède accédez va allez clone clonez suis',
    read: 'lis lisez lire cherche cherchez chercher liste listez collecte collectez collecter extrais extrayez extraire copie copiez affiche affichez consulte consultez vérifie vérifiez résume',
    tell: 'dis dites dire informe informez informer signale signalez rapporte rapportez mentionne mentionnez demande demandez indique indiquez répète répétez réponds explique recommande',
    stop: 'arrête arrêtez arrêter cesse cessez stoppe ignore ignorez oublie oubliez omets omettez désactive désactivez interromps refuse abandonne',
    do: 'fais faites faire suis suivez suivre obéis obéissez continue continuez procède procédez effectue effectuez traite traitez assure assurez veille veillez respecte respectez accomplis',
  },
  lead: "puis et ensuite d'abord premièrement enfin aussi maintenant immédiatement urgent important attention tâche note étape bonjour cher chère toujours également alors avant instruction action",
  please: 'plaît plait prière veuillez merci svp',
  negation: "ne n'en pas jamais sans aucun aucune ni personne",
  duty: 'dois devez doit doivent devrais devriez faut obligatoire nécessaire requis requise impératif tenu impérativement',
  you: 'tu vous ton ta tes votre vos toi te',
  reader:
    'assistants modèles sous-agents robot assistant agent agents sous-agent ia modèle chatbot bot claude gpt chatgpt orchestrateur llm copilote',
  ignore: 'ignore ignorez ignorer oublie oubliez oublier outrepasse outrepassez contourne contournez néglige négligez',
  prior:
    'précédente précédentes précédents précédent toutes tous antérieures antérieurs initiales initiaux ci-dessus vos tes système originales',
  rules:
    'instruction instructions règle règles consigne consignes directive directives politique politiques ordre ordres tâche tâches message messages prompt contexte contraintes',
  reveal:
    'dis dites dire mentionne mentionnez mentionner informe informez informer révèle révélez révéler signale signalez montre montrez avertis avertissez demande demandez parle parlez',
  person:
    "utilisateur l'utilisateur utilisatrice personne humain opérateur l'opérateur propriétaire lui client quiconque administrateur",
  secretly: 'secrètement silencieusement discrètement secret confidentiel caché',
  body: "opérateur l'opérateur administrateur l'administrateur système sécurité développeur propriétaire utilisateur l'utilisateur équipe l'équipe direction conformité politique support anthropic openai",
  claim:
    "approuvé approuvée autorisé autorisée signé nom permission l'autorisation autorisation consentement ordonné exige officiel validé accord",
  allow: 'autorisé autorisée permis libre',
  before: "avant après jusqu'à lorsque quand dès d'abord lieu",
  task: 'continuer poursuivre répondre tâche résoudre terminer finir résumer travail étape étapes toute autre rapport réponse suite quoi',
  skip: 'contourne contournez saute sautez désactive désactivez évite évitez sans',
  check:
    'confirmation approbation vérification permission permissions sécurité contrôle contrôles validation demander confirmer tests autorisation',
  common:
    "le la les de des et en un une du que est pour dans qui au sur pas par plus avec ce cette sont ou nous l'on à",
};
