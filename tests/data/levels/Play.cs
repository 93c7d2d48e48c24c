// Plays a pack with the reader of app/data/LEVELS.md: for each level a line with its number, its rows, and what
// three guesses are. Mono has no System.Text.Json, so its own reader of JSON stands in.
using System;
using System.Linq;
using System.Text;
using System.Web.Script.Serialization;

namespace System.Text.Json
{
    public static class JsonSerializer
    {
        public static T Deserialize<T>(string text) { return new JavaScriptSerializer().Deserialize<T>(text); }
    }
}

public static class Play
{
    public static void Main(string[] arguments)
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        foreach (var level in LevelPack.Read(arguments[0]))
        {
            var grid = level.Grid();
            var rows = Enumerable.Range(0, level.rows).Select(row => new string(
                Enumerable.Range(0, level.cols).Select(col => grid[row, col] == '\0' ? '.' : grid[row, col]).ToArray()));
            var bonus = level.bonus.Select(level.Guess).Distinct().SingleOrDefault();
            Console.WriteLine(string.Join(" ", level.number, string.Join("/", rows), level.Guess(level.words[0].word),
                bonus ?? "none", level.Guess("qqq")));
        }
    }
}
